// The other side of crew.ts: one task at a time. The main thread never parses what users wrote.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Task } from './context.ts'

enableCompileCache()
// loaded before the first task is taken, so that its time is its own
const { colour } = await import('./code.ts')
const { markdown } = await import('./document.ts')
const port = parentPort!

port.on('message', async (task: Task) => {
  try {
    port.postMessage({ html: task.kind === 'code' ? colour(task.source, task.language) : await markdown(task.source, task.context) })
  } catch (error) {
    port.postMessage({ error: String((error as Error)?.stack ?? error).slice(0, 2000) })
  }
})
port.postMessage({ ready: true })
// a thread is ended without warning, so what it compiled is kept for the next one at once
flushCompileCache()
