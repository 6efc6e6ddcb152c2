import { Bool, input, Optional, Str } from '../../kernel/schema.ts'

// the wire writes these members with capitals
export const MarkdownOption = input('MarkdownOption', { Context: Optional(Str), Mode: Optional(Str), Text: Optional(Str), Wiki: Optional(Bool) })
export const MarkupOption = input('MarkupOption', { Context: Optional(Str), FilePath: Optional(Str), Mode: Optional(Str), Text: Optional(Str), Wiki: Optional(Bool) })
