// Sets of labels a new repository may start with.

export interface LabelTemplateRow {
  name: string
  color: string
  description: string
  exclusive: boolean
}
const label = (name: string, color: string, description: string, exclusive = false): LabelTemplateRow => ({ name, color, description, exclusive })

const sets: Record<string, LabelTemplateRow[]> = {
  Advanced: [
    label('Kind/Bug', 'ee0701', 'It does not work as it should'),
    label('Kind/Feature', '0288d1', 'Something new'),
    label('Kind/Enhancement', '84b6eb', 'Something there, made better'),
    label('Kind/Security', '9c27b0', 'It concerns security'),
    label('Kind/Testing', '795548', 'Tests, or the way they are run'),
    label('Kind/Documentation', '37474f', 'Words about it'),
    label('Compat/Breaking', 'c62828', 'Users will have to change something'),
    label('Reviewed/Duplicate', '616161', 'It is told elsewhere already', true),
    label('Reviewed/Invalid', '546e7a', 'It is not a fault', true),
    label('Reviewed/Confirmed', '795548', 'It has been seen by others', true),
    label("Reviewed/Won't Fix", 'eeeeee', 'It will stay as it is', true),
    label('Status/Need More Info', '424242', 'More has to be told before work can begin', true),
    label('Status/Blocked', '880e4f', 'Something else has to happen first', true),
    label('Status/Abandoned', '222222', 'Somebody began it and left', true),
    label('Priority/Critical', 'b71c1c', 'Before everything else', true),
    label('Priority/High', 'd32f2f', 'Soon', true),
    label('Priority/Medium', 'e64a19', 'In its turn', true),
    label('Priority/Low', '4caf50', 'When there is time', true),
  ],
  Default: [
    label('bug', 'ee0701', 'It does not work as it should'),
    label('duplicate', 'cccccc', 'It is told elsewhere already'),
    label('enhancement', '84b6eb', 'Something new or better'),
    label('help wanted', '128a0c', 'Whoever likes may take it'),
    label('invalid', 'e6e6e6', 'It is not a fault'),
    label('question', 'cc317c', 'More has to be told'),
    label('wontfix', 'ffffff', 'It will stay as it is'),
  ],
}

export const setNames = (): string[] => Object.keys(sets)
/** undefined if there is no such set; names are exact */
export const labelSet = (name: string): LabelTemplateRow[] | undefined => (Object.hasOwn(sets, name) ? sets[name] : undefined)
