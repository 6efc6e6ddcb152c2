import { Bool, Id, Int, Nullable, record, Str, Type, Word } from '../../kernel/schema.ts'

export const ActionRunnerLabel = record('ActionRunnerLabel', { id: Int, name: Str, type: Word('custom') })

export const ActionRunner = record('ActionRunner', {
  id: Id,
  name: Str,
  status: Word('online', 'offline'),
  busy: Bool,
  disabled: Bool,
  ephemeral: Bool,
  labels: Nullable(Type.Array(ActionRunnerLabel)),
})

export const ActionRunnersResponse = record('ActionRunnersResponse', { runners: Type.Array(ActionRunner), total_count: Int })
export const RegistrationToken = record('RegistrationToken', { token: Str })
