import type { Cx } from '../../kernel/cx.ts'
import { isUniqueViolation, type Db } from '../../kernel/db.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { emit } from '../../kernel/outbox.ts'
import type { Account } from '../../access/index.ts'
import { changed } from '../ground/facts.ts'
import { isEmail } from '../ground/addresses.ts'
import * as store from './store.ts'

/** One after another; those before a refused one stay. */
export async function add(cx: Cx, account: Account, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) throw invalid('Email list empty')
  for (const address of addresses) {
    if (!isEmail(address)) throw invalid(`Email address "${address}" invalid`)
    await cx.write(async (tx) => {
      if (await store.find(tx, address)) throw used(address)
      await insert(tx, account.id, address, false, used(address))
      await emit(tx, changed, { by_id: account.id, account_id: account.id })
    })
  }
}

const used = (address: string) => invalid(`Email address has been used: ${address}`)

/** An address of the account, verified; whoever else has it makes `taken` be thrown. */
export async function insert(tx: Db, accountId: number, address: string, primary: boolean, taken: Error): Promise<void> {
  try {
    await store.insert(tx, { account_id: accountId, email: address, lower_email: address.toLowerCase(), is_verified: true, is_primary: primary })
  } catch (error) {
    throw isUniqueViolation(error) ? taken : error
  }
}

export async function remove(cx: Cx, account: Account, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await cx.write(async (tx) => {
      const row = await store.find(tx, address)
      if (!row || row.account_id !== account.id) throw notFound()
      if (row.is_primary) throw invalid('the primary e-mail address cannot be removed')
      await store.remove(tx, row.id)
      await emit(tx, changed, { by_id: account.id, account_id: account.id })
    })
  }
}
