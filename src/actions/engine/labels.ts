// Which runner may take a job.

export interface Label { name: string, scheme: 'host' | 'docker', image: string }

/** Reads `linux`, `linux:host` or `ubuntu-latest:docker://image:tag`; null if the scheme is unknown or the name empty. */
export function parseLabel(text: string): Label | null {
  const [name, scheme = 'host', ...rest] = text.split(':')
  if (!name || (scheme !== 'host' && scheme !== 'docker')) return null
  return { name, scheme, image: rest.join(':').replace(/^\/\//, '') }
}

/** Runners keep the tail of a label to themselves, older ones send it along; only the name is compared. */
export function labelName(text: string): string {
  return parseLabel(text)?.name ?? text
}

/** Every wanted label must be among the runner's; a job that wants none is taken by anybody. */
export function accepts(runnerLabels: string[], runsOn: string[]): boolean {
  const known = new Set([...runnerLabels, ...runnerLabels.map(labelName)])
  return runsOn.every((wanted) => known.has(wanted))
}
