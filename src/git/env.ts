// The environment of every git child: nothing of the machine's or a user's configuration reaches it.
import { delimiter } from 'node:path'

/** Refs that are ours: fetchable or not, never pushable. */
export const PULL_REFS = 'refs/pull'
export const INTERNAL_REFS = 'refs/codestead'

// old history that real projects carry; refusing it would refuse their import
const TOLERATED = ['badTimezone', 'missingSpaceBeforeDate', 'zeroPaddedFilemode', 'zeroPaddedDate']

function config(durable: boolean): [string, string][] {
  return [
    ['core.fsync', durable ? 'all' : 'none'],
    ['core.fsyncMethod', 'fsync'],
    ['core.hooksPath', '/dev/null'],
    ['core.attributesFile', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.logAllRefUpdates', 'false'],
    ['core.quotePath', 'false'],
    ['core.filesRefLockTimeout', '2000'],
    ['core.packedRefsTimeout', '4000'],
    ['core.deltaBaseCacheLimit', '64m'],
    ['core.bigFileThreshold', '32m'],
    ['pack.windowMemory', '128m'],
    ['pack.deltaCacheSize', '64m'],
    ['pack.threads', '2'],
    ['pack.writeReverseIndex', 'true'],
    // both go by paths, of which a few trees can make more than there is time for
    ['pack.useSparse', 'false'],
    ['uploadpackfilter.sparse:oid.allow', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['receive.autogc', 'false'],
    ['receive.unpackLimit', '100'],
    ['receive.advertisePushOptions', 'true'],
    ['fetch.writeCommitGraph', 'false'],
    ['safe.bareRepository', 'explicit'],
    ['safe.directory', '*'],
    ['transfer.fsckObjects', 'true'],
    ...TOLERATED.flatMap((id): [string, string][] =>
      [[`receive.fsck.${id}`, 'ignore'], [`fetch.fsck.${id}`, 'ignore'], [`fsck.${id}`, 'ignore']]),
    ['transfer.hideRefs', INTERNAL_REFS],
    ['transfer.hideRefs', 'refs/replace'],
    ['receive.hideRefs', PULL_REFS],
    ['uploadpack.allowFilter', 'true'],
    ['uploadpack.allowTipSHA1InWant', 'true'],
    ['uploadpack.allowReachableSHA1InWant', 'true'],
    ['protocol.allow', 'never'],
    ['credential.helper', ''],
    ['core.askPass', ''],
    ['diff.renameLimit', '1000'],
    ['merge.renameLimit', '2000'],
    ['merge.directoryRenames', 'false'],
    ['tag.gpgSign', 'false'],
    ['commit.gpgSign', 'false'],
    ['advice.detachedHead', 'false'],
  ]
}

/** The whole environment, before what a single call adds. */
export function fixedEnv(durable: boolean): Record<string, string> {
  const env: Record<string, string> = {
    PATH: ['/usr/local/bin', '/usr/bin', '/bin', ...(process.env.PATH ?? '').split(delimiter).filter((x) => x.startsWith('/'))]
      .filter((x, i, all) => all.indexOf(x) === i).join(delimiter),
    HOME: '/nonexistent',
    XDG_CONFIG_HOME: '/nonexistent',
    LC_ALL: 'C',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_EDITOR: ':',
    GIT_PAGER: 'cat',
  }
  const pairs = config(durable)
  env.GIT_CONFIG_COUNT = String(pairs.length)
  pairs.forEach(([key, value], i) => {
    env[`GIT_CONFIG_KEY_${i}`] = key
    env[`GIT_CONFIG_VALUE_${i}`] = value
  })
  return env
}

/** Lets one call speak the named protocols; everything is refused otherwise. */
export function allowProtocols(...names: ('http' | 'https' | 'ssh' | 'file')[]): Record<string, string> {
  return { GIT_ALLOW_PROTOCOL: names.join(':') }
}

/** Adds configuration for one call, after the fixed one. Values may come from settings, never keys. */
export function extraConfig(pairs: [string, string][]): Record<string, string> {
  const first = config(true).length
  const env: Record<string, string> = { GIT_CONFIG_COUNT: String(first + pairs.length) }
  pairs.forEach(([key, value], i) => {
    if (/[\0\n]/.test(value)) throw new TypeError(`a line break in the value of ${key}`)
    env[`GIT_CONFIG_KEY_${first + i}`] = key
    env[`GIT_CONFIG_VALUE_${first + i}`] = value
  })
  return env
}
