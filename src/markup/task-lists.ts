/** The text with the box at this position (`data-source` of the rendered checkbox) ticked or not; undefined if there is none. */
export function setTask(source: string, position: number, ticked: boolean): string | undefined {
  if (!Number.isSafeInteger(position) || !/^\[[ xX]\]$/.test(source.slice(position, position + 3))) return undefined
  return `${source.slice(0, position)}[${ticked ? 'x' : ' '}]${source.slice(position + 3)}`
}
