// The other side of crew.ts: one task at a time. The main thread never parses what users wrote.
import { enableCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import type { Task } from './context.ts'

enableCompileCache()
const port = parentPort!

port.on('message', async (task: Task) => {
  try {
    port.postMessage({ html: await perform(task) })
  } catch (error) {
    port.postMessage({ error: String((error as Error)?.stack ?? error).slice(0, 2000) })
  }
})
port.postMessage({ ready: true })

async function perform(task: Task): Promise<string> {
  if (task.kind === 'code') return (await import('./code.ts')).colour(task.source, task.language)
  return (await import('./document.ts')).markdown(task.source, task.context)
}
