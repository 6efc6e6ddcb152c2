import { sentAs } from './schemathesis.ts'

sentAs('root')
