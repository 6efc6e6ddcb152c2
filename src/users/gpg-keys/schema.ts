import { Bool, Id, Nullable, record, Ref, Str, Time, Type, type Static } from '../../kernel/schema.ts'

const GPGKeyEmail = record('GPGKeyEmail', { email: Str, verified: Bool })

const members = {
  id: Id,
  primary_key_id: Str,
  key_id: Str,
  public_key: Str,
  emails: Nullable(Type.Array(GPGKeyEmail)),
}
const rights = { can_sign: Bool, can_encrypt_comms: Bool, can_encrypt_storage: Bool, can_certify: Bool, verified: Bool, created_at: Time, expires_at: Time }

interface Subkey extends Static<typeof Plain> {
  subkeys: null
}
const Plain = Type.Object({ ...members, ...rights })

export const GPGKey = record('GPGKey', { ...members, subkeys: Nullable(Type.Array(Ref<Subkey>('GPGKey'))), ...rights })
export type GPGKeyRecord = Static<typeof GPGKey>
