// What counts as an e-mail address: an ASCII local part and a domain of plain labels.
const LOCAL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

export function isEmail(address: string): boolean {
  const at = address.lastIndexOf('@')
  if (at < 1 || address.length > 254 || address.startsWith('-')) return false
  const local = address.slice(0, at)
  if (!LOCAL.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return address.slice(at + 1).split('.').every((label) => LABEL.test(label))
}
