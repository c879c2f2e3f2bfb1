import { type ApiPropertyOptions } from '@nestjs/swagger';
import { isId } from '../../kernel/ids';
import { FieldProblem } from '../../kernel/fields/field-problem';
import { emailParser } from '../../kernel/fields/field-parsers';

/** A customer of the store, by id or by e-mail address. */
export type CustomerReference = { readonly id: string } | { readonly email: string };

/** Reads a field that names a customer. */
export function customerReferenceParser(raw: unknown): CustomerReference | FieldProblem {
  if (typeof raw === 'string' && isId(raw.trim())) return { id: raw.trim() };
  const email = emailParser(raw);
  return typeof email === 'string' ? { email } : new FieldProblem('must be the id or the e-mail address of a customer');
}

/** The schema of a field that names a customer. */
export const CUSTOMER_REFERENCE_SCHEMA: ApiPropertyOptions = { type: 'string', maxLength: 255 };
