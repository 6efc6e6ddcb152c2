import { invalid } from '../../kernel/errors.ts'

/** Standard base64 with padding, line breaks allowed; anything else is refused with the place of the first wrong byte. */
export function decodeBase64(given: string): Buffer {
  const text = given.replace(/[\r\n]/g, '')
  const end = text.search(/[^A-Za-z0-9+/]/)
  const body = end < 0 ? text.length : end
  const padding = text.slice(body)
  const whole = text.length % 4 === 0 && (padding === '' || (padding === '=' && body % 4 === 3) || (padding === '==' && body % 4 === 2))
  if (!whole) throw invalid(`illegal base64 data at input byte ${body}`)
  return Buffer.from(text, 'base64')
}
