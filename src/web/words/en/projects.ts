/** Boards with columns and cards. */
export const projects = {
  title: 'Projects', none: 'No project yet', noneHint: 'A project shows issues and pull requests as cards on a board.', noneClosed: 'No closed project', create: 'New project', open: 'Open', closed: 'Closed', done: (closed: number, all: number) => `${closed} of ${all} done`,
  name: 'Name', description: 'Description', template: 'Begin with', templates: { none: 'An empty board', basic_kanban: 'To do, in progress, done', bug_triage: 'Triage of bugs' }, cardType: 'Cards show', cardTypes: { text_only: 'Text only', images_and_text: 'Images and text' }, go: 'Create project', save: 'Save project', made: 'The project is created.', saved: 'The project is saved.', gone: 'The project is deleted.',
  edit: 'Edit project', close: 'Close project', reopen: 'Open again', remove: 'Delete project', sure: (title: string) => `Delete the project ${title}? Its issues stay.`,
  board: 'Board', empty: 'Nothing here', addCard: 'Add a card', addCardHint: 'Number or words of an issue', find: 'Find', addTo: (title: string) => `Add to ${title}`, noMatch: 'No issue matches',
  column: 'Column', newColumn: 'New column', columnName: 'Name of the column', colour: 'Colour', addColumn: 'Add column', editColumn: (title: string) => `Edit the column ${title}`, makeDefault: 'New cards come here', isDefault: 'New cards come here', left: 'Move left', right: 'Move right', removeColumn: 'Delete column', removeColumnSure: (title: string) => `Delete the column ${title}? Its cards go to the default column.`,
  moveTo: 'Move to', moveCard: (title: string) => `Move ${title}`, takeOff: 'Take off the board', dragHint: 'Drag cards with the pointer, or use Alt and the arrow keys on a card.', up: 'Up', down: 'Down',
}
