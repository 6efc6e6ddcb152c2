import { Bool, Int, record, Str, Type, Uri } from '../../kernel/schema.ts'
import { Repository } from '../../repos/index.ts'

const CodeLine = record('CodeLine', { line: Int, text: Str })
const CodeMatch = record('CodeMatch', { name: Str, path: Str, sha: Str, url: Uri, html_url: Uri, repository: Repository, lines: Type.Array(CodeLine) })
/** `incomplete_results`: found too often, too slowly, or in more repositories than are looked through; `indexed`: the index told where to look */
export const CodeSearchResults = record('CodeSearchResults', { total_count: Int, incomplete_results: Bool, indexed: Bool, items: Type.Array(CodeMatch) })
