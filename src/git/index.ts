// The door of git: plumbing over the git program and the repository folders.
import type { Git } from './run.ts'
import type { Signer } from './signer.ts'

declare module '../kernel/cx.ts' {
  interface Cx {
    git: Git
    /** the server's own signatures */
    signer: Signer
  }
}
export { run, start, GitError, type Git, type GitDir } from './run.ts'
export { Busy } from './lane.ts'
export { allowProtocols, extraConfig, INTERNAL_REFS, PULL_REFS } from './env.ts'
export { applied, PatchError } from './apply.ts'
export * as archive from './archive.ts'
export { attributeOf, type AttributesFile } from './attributes.ts'
export * as blame from './blame.ts'
export { bring, copy } from './copy.ts'
export * as diff from './diff.ts'
export { follow, type Step } from './follow.ts'
export { changedFiles, grep, PatternError, reading, type Match } from './grep.ts'
export * as history from './history.ts'
export * as init from './init.ts'
export * as lfs from './lfs.ts'
export { transfer, type TransferAnswer, type TransferRequest } from './lfs-transfer.ts'
export * as log from './log.ts'
export * as merge from './merge.ts'
export * as notes from './notes.ts'
export * as objects from './objects.ts'
export { pointersBetween, pointersIn } from './pointers.ts'
export * as refs from './refs.ts'
export * as remotes from './remote.ts'
export type { Advertised, Remote } from './remote.ts'
export * as tidy from './tidy.ts'
export * as tree from './tree.ts'
export { TooMany } from './weight.ts'
export { openSigner, type ServerKey, type Signer } from './signer.ts'
export { sshSignature } from './sshsig.ts'
export type { Sign } from './write.ts'
export * as smartHttp from './smart-http.ts'
export * as upload from './upload.ts'
export * as receive from './receive.ts'
export type { Command, PushPlan } from './receive.ts'
export { startSsh } from './ssh.ts'
