import type { Blobs } from './blobs.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import type { OutboundPolicy } from './outbound-policy.ts'
import type { EgressProxy } from './outbound-proxy.ts'
import type { Outbox } from './outbox.ts'
import type { Jobs } from './jobs.ts'
import type { Declaration } from './route.ts'
import type { Secrets } from './secrets.ts'

/** What every verb and view is given, made per request or per job. Floors above add to it (`git`) by merging. */
export interface Cx {
  config: Config
  /** reads; inside `write` use the transaction instead */
  db: Db
  /** one transaction; facts emitted in it are handed to their prompt listeners before this resolves */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** unix seconds */
  now(): number
  log: Log
  blobs: Blobs
  secrets: Secrets
  outbox: Outbox
  jobs: Jobs
  /** where requests to other hosts may go, and the proxy that git children use to go there */
  outbound: { policy: OutboundPolicy; egress(): Promise<EgressProxy> }
  /** an operation by its id, for those who ask it in process */
  operation(id: string): Declaration
  /** the API description of all rooms together */
  described(): object
  /** public address without trailing slash: configured, or the request's own */
  root: string
}
