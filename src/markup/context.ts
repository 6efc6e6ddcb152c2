// What the floors above say about a text to be rendered; plain data, because it travels to a worker.

export interface Links {
  /** the site's address without a slash at the end, as in `cx.root`: tells our own addresses from foreign ones */
  root: string
  /** `/owner/name`: what `#12`, `!12` and commit ids belong to */
  repo?: string
  /** `branch/main`, `tag/v1` or `commit/<id>`: what relative links in a document belong to */
  ref?: string
  /** the folder of the document inside the repository, without slashes around it */
  dir?: string
  /** the document is a page of the repository's wiki */
  wiki?: boolean
  /** addresses with the root in front, for readers outside the site */
  absolute?: boolean
}

export interface Context {
  /**
   * `document`: a file or wiki page, with front matter and links at its headings.
   * `comment`: what people write to each other; every line break counts.
   * `plain`: Markdown and nothing of a code host: no references, no ids at headings, links as they are.
   */
  mode: 'document' | 'comment' | 'plain'
  links?: Links
  /** these accounts only are linked when mentioned, in lower case; everyone when left out */
  mentions?: string[]
  /** stands in front of ids, where one page shows several texts: `comment-12` */
  anchor?: string
}

export type Task = { kind: 'markdown'; source: string; context: Context } | { kind: 'code'; source: string; language: string }
