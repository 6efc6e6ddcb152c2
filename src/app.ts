// The list of rooms; builds the app and closes it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as git from './git/index.ts'
import { describe } from './kernel/openapi.ts'
import { openBlobs } from './kernel/blobs.ts'
import type { Config } from './kernel/config.ts'
import type { Cx } from './kernel/cx.ts'
import { openDatabase, type Database } from './kernel/db.ts'
import { jobMigrations, makeJobs } from './kernel/jobs.ts'
import type { Log } from './kernel/log.ts'
import { migrate, type Migration } from './kernel/migrate.ts'
import { outboundPolicy, startEgressProxy, type EgressProxy } from './kernel/outbound.ts'
import { makeKeeper } from './kernel/keep.ts'
import { makeOutbox, outboxMigrations } from './kernel/outbox.ts'
import type { Declaration, Room } from './kernel/route.ts'
import { openSecrets } from './kernel/secrets.ts'
import { makeServer } from './kernel/server.ts'
import * as markup from './markup/index.ts'
import { rooms } from './rooms.ts'
import { noteUses } from './users/index.ts'

export interface App {
  cx: Cx
  database: Database
  server: FastifyInstance
  declarations: Declaration[]
  /** listens and starts everything that works in the background */
  listen(): Promise<string>
  close(): Promise<void>
}

export interface AppOptions {
  config: Config
  log: Log
  now?: () => number
  /** tests migrate a template once and copy it */
  migrated?: boolean
  /** shared between apps of one process; stays open when the app closes */
  git?: git.Git
}

export const declarationsOf = (list: Room[]): Declaration[] =>
  list.flatMap((room) => (room.routes ?? []).flat().map((one) => ({ ...one, room: room.name })))

export const databaseUrl = (config: Config) => config.database_url || join(config.data, 'codestead.db')

/** Every room's, in the order they are applied. */
export const allMigrations = (): Migration[] => [...outboxMigrations, ...jobMigrations, ...rooms.flatMap((room) => room.migrations ?? [])]

/** Brings the database to the present form; returns the steps applied. */
export const migrateAll = (database: Database) => migrate(database, allMigrations())

export async function openApp({ config, log, now = () => Math.floor(Date.now() / 1000), migrated = false, git: shared }: AppOptions): Promise<App> {
  mkdirSync(config.data, { recursive: true })
  const database = await openDatabase(databaseUrl(config), { durable: config.git_durable })
  if (!migrated) await migrateAll(database)
  const reactions = rooms.flatMap((room) => (room.reactions ?? []).map((one) => ({ ...one, listener: one.as ? `${room.name}:${one.as}` : room.name })))
  const outbox = makeOutbox(database, reactions)
  const jobs = makeJobs(database, rooms.flatMap((room) => room.jobs ?? []), rooms.flatMap((room) => room.crons ?? []))
  const secrets = openSecrets(config.secret_key_file || join(config.data, 'secret.key'))
  const blobs = openBlobs(config)
  const theGit = shared ?? await git.start({ program: config.git_program, log: (message, fields) => log.warn(message, fields as Record<string, unknown>), durable: config.git_durable, packs: { folder: join(config.data, 'cache', 'packs'), bytes: config.clone_cache } })
  const signer = await git.openSigner({ folder: join(config.data, 'signing'), on: config.signing, file: config.signing_key })
  const theMarkup = markup.start({ log: (message, fields) => log.warn(message, fields as Record<string, unknown>) })

  const policy = outboundPolicy({ allow: config.outbound_allow })
  let proxy: Promise<EgressProxy> | undefined
  const outbound = { policy, egress: () => (proxy ??= startEgressProxy(policy)) }

  const declarations = declarationsOf(rooms)
  let description: object | undefined
  const described = () => (description ??= describe(declarations))

  const byId = new Map(declarations.map((one) => [one.id, one]))
  const operation = (id: string): Declaration => {
    const found = byId.get(id)
    if (!found) throw new Error(`there is no operation ${id}`)
    return found
  }
  const contextAt = (root: string): Cx => {
    const cx: Cx = { config, db: database.db, write: (work) => outbox.write(cx, work), now, log, blobs, secrets, outbox, jobs, outbound, operation, described, git: theGit, signer, markup: theMarkup, root }
    return cx
  }
  let listening = ''
  const siteRoot = () => config.root_url.replace(/\/$/, '') || listening || `http://${config.host}:${config.port}`
  const background = contextAt('')
  Object.defineProperty(background, 'root', { get: siteRoot })

  const server = makeServer({
    declarations,
    bodyLimit: config.max_body,
    keeper: makeKeeper(database),
    first: rooms.find((room) => room.first)?.first,
    unknown: rooms.find((room) => room.unknown)?.unknown,
    origins: config.cors_origins,
    trustProxy: config.trusted_proxies.length > 0 ? [...config.trusted_proxies] : false,
    cxFor: (request) => contextAt(config.root_url ? siteRoot() : requestRoot(request, siteRoot)),
  })
  const lasting: { close(): Promise<void> }[] = []
  let flushing: NodeJS.Timeout | undefined

  return {
    cx: background,
    database,
    server,
    declarations,
    async listen() {
      await server.listen({ host: config.host, port: config.port })
      const { port } = server.server.address() as { port: number }
      listening = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
      for (const room of rooms) {
        const lasts = await room.start?.(background)
        if (lasts) lasting.push(lasts)
      }
      outbox.start(background)
      await jobs.start(background)
      flushing = setInterval(() => void noteUses(background).catch((error) => log.error('last uses were not stored', { error: String(error) })), 60_000)
      flushing.unref()
      return siteRoot()
    },
    async close() {
      clearInterval(flushing)
      await server.close()
      for (const one of lasting.reverse()) await one.close()
      await jobs.stop()
      await outbox.stop()
      await noteUses(background)
      await (await proxy)?.close()
      await theMarkup.close()
      if (!shared) await theGit.close()
      await database.close()
    },
  }
}

const HOST = /^[A-Za-z0-9.-]+(:\d+)?$|^\[[0-9a-fA-F:.]+\](:\d+)?$/

function requestRoot(request: FastifyRequest, otherwise: () => string): string {
  const root = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`
  return HOST.test(request.host ?? '') && URL.canParse(root) ? root : otherwise()
}
