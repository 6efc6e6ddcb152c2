// What a pushing client sends before its pack: commands, capabilities, shallow boundaries, push options.
import { ProtocolError, line } from './pktline.ts'
import type { PacketReader } from './pktline.ts'
import { refusal } from './refname.ts'

/** One ref to move; an id of zeros stands for "does not exist". */
export interface Command { ref: string; old: string; new: string }

export interface PushRequest {
  commands: Command[]
  /** Refs that are refused before anybody is asked, with the reason. */
  refused: Map<string, string>
  shallow: string[]
  options: string[]
  capabilities: Set<string>
  /** Whether a pack follows. */
  pack: boolean
}

export const maxCommands = 5000
const maxOptions = 256
const maxOptionBytes = 64 * 1024

export function isZero(id: string): boolean {
  return /^0+$/.test(id)
}

/** Reads the request up to where the pack begins; null if the client only wanted the advertisement. */
export async function readRequest(reader: PacketReader, format: 'sha1' | 'sha256'): Promise<PushRequest | null> {
  const commands: Command[] = []
  const refused = new Map<string, string>()
  const shallow: string[] = []
  let capabilities = new Set<string>()
  const width = format === 'sha1' ? 40 : 64
  const shape = new RegExp(`^([0-9a-f]{${width}}) ([0-9a-f]{${width}}) ([^\\0]+)$`)
  const seen = new Set<string>()

  for (let first = true; ;) {
    const packet = await reader.read()
    if (packet === null || packet === 'flush') break
    if (typeof packet === 'string') throw new ProtocolError('unexpected packet in a push')
    const nul = packet.indexOf(0)
    if (nul >= 0 && first) capabilities = new Set(line(packet.subarray(nul + 1)).split(' ').filter(Boolean))
    const text = line(nul >= 0 ? packet.subarray(0, nul) : packet)
    if (text.startsWith('shallow ')) {
      const id = text.slice(8)
      if (id.length !== width || !/^[0-9a-f]+$/.test(id)) throw new ProtocolError('bad shallow line')
      if (shallow.push(id) > maxCommands * 10) throw new ProtocolError('too many shallow lines')
      continue
    }
    if (text === 'push-cert' || text.startsWith('push-cert\0')) throw new ProtocolError('signed pushes are not offered')
    first = false
    const match = shape.exec(text)
    if (!match) throw new ProtocolError('expected old and new id and a ref, got something else')
    const command = { old: match[1], new: match[2], ref: match[3] }
    if (commands.push(command) > maxCommands) throw new ProtocolError(`more than ${maxCommands} refs in one push`)
    const reason = seen.has(command.ref) ? 'multiple updates for this ref are not allowed' : refusal(command.ref, isZero(command.new))
    if (reason !== null) refused.set(command.ref, reason)
    seen.add(command.ref)
  }
  if (commands.length === 0) return null

  const options: string[] = []
  if (capabilities.has('push-options')) {
    for (let bytes = 0; ;) {
      const packet = await reader.read()
      if (packet === null || packet === 'flush') break
      if (typeof packet === 'string') throw new ProtocolError('unexpected packet in push options')
      bytes += packet.length
      if (options.push(line(packet)) > maxOptions || bytes > maxOptionBytes) throw new ProtocolError('too many push options')
    }
  }
  return { commands, refused, shallow, options, capabilities, pack: commands.some((it) => !isZero(it.new)) }
}

export interface Outcome {
  /** Why the pack was not taken, or null. */
  unpack: string | null
  failed: Map<string, string>
  /** A ref that the server chose to write instead of the one that was named. */
  rewritten?: Map<string, { ref?: string; old?: string; new?: string; forced?: boolean }>
}

/** The lines of the report, one per packet. */
export function reportLines(request: PushRequest, outcome: Outcome): string[] {
  const v2 = request.capabilities.has('report-status-v2')
  const lines = [`unpack ${outcome.unpack === null ? 'ok' : oneLine(outcome.unpack)}\n`]
  const told = new Set<string>()
  for (const { ref } of request.commands) {
    if (told.has(ref)) continue
    told.add(ref)
    const reason = outcome.failed.get(ref)
    if (reason !== undefined) {
      lines.push(`ng ${ref} ${oneLine(reason) || 'refused'}\n`)
      continue
    }
    lines.push(`ok ${ref}\n`)
    const other = v2 ? outcome.rewritten?.get(ref) : undefined
    if (other === undefined) continue
    if (other.ref !== undefined) lines.push(`option refname ${other.ref}\n`)
    if (other.old !== undefined) lines.push(`option old-oid ${other.old}\n`)
    if (other.new !== undefined) lines.push(`option new-oid ${other.new}\n`)
    if (other.forced) lines.push('option forced-update\n')
  }
  return lines
}

// A reason may carry what a user wrote; it must not start another line of the report or steer a terminal.
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').trim().slice(0, 1000)
}
