import { sentAs } from './schemathesis.ts'

sentAs('alice')
