/** `1 issue`, `2 issues`, `1,200 issues`. */
export const plural = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
