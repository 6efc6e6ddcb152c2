// Somebody with a browser: a session's cookie, pages got, forms posted.
import type { Person, Reply, World } from './world.ts'

export interface Browser {
  cookie: string
  /** `path` begins with one slash, as in the address line */
  get(path: string): Reply
  /** a form; several values of one name as a list */
  post(path: string, fields?: Record<string, string | number | readonly (string | number)[]>): Reply
}

/** Signed in as `person`, or nobody. */
export async function browser(w: World, person: Person | null): Promise<Browser> {
  const sent = { 'content-type': 'application/x-www-form-urlencoded' }
  let cookie = ''
  if (person) {
    const answer = await w.anonymous.post('//user/login', new URLSearchParams({ user_name: person.name, password: person.password }).toString(), sent).gives(303)
    cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0]
  }
  const own: Record<string, string> = cookie ? { cookie } : {}
  return {
    cookie,
    get: (path) => w.anonymous.get(`/${path}`, { ...own, accept: 'text/html' }),
    post(path, fields = {}) {
      const form = new URLSearchParams()
      for (const [key, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(key, String(one))
      return w.anonymous.post(`/${path}`, form.toString(), { ...own, ...sent, accept: 'text/html' })
    },
  }
}
