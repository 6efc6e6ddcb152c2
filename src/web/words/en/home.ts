/** Set-up, front page, API description. */
export const home = {
  setup: {
    title: 'Set up Codestead',
    almost: 'Almost there',
    link: 'Nobody has an account here yet. Open the set-up link that the server printed on its console when it started; it leads to creating the administrator.',
    create: 'Create the administrator',
    why: 'This first account administers the site. Everybody else is added later.',
    name: 'Name',
    email: 'E-mail',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    go: 'Create',
    done: (name: string) => `Welcome, ${name}. Create your first repository, or import one.`,
  },
  api: {
    title: 'API',
    lede: 'Every path is under',
    whole: 'The whole description',
    query: 'Query',
    body: 'Body',
    answers: 'Answers',
    find: 'Filter operations',
  },
  palette: { repository: 'repository', person: 'person', organization: 'organization', issue: 'issue', pull: 'pull request' },
}
