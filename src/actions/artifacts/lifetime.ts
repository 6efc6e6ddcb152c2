import type { Cx } from '../../kernel/cx.ts'
import type { ArtifactRow } from '../tables.ts'

/** Nothing can be fetched any more; it is still listed. */
export const isOver = (cx: Cx, row: ArtifactRow) => row.state === 'expired' || row.expires_at <= cx.now()
