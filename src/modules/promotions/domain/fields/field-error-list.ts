import { type FieldErrors } from '../../../../kernel/errors';

/** Gathers field messages; each starts with the field's name as sent (wire.md 2). */
export class FieldErrorList {
  private readonly messages: Record<string, string[]> = {};

  /** @param field dotted path @param message what follows the field's name */
  add(field: string, message: string): void {
    (this.messages[field] ??= []).push(`${field} ${message}`);
  }

  addAll(errors: FieldErrors): void {
    for (const [field, messages] of Object.entries(errors)) (this.messages[field] ??= []).push(...messages);
  }

  get isEmpty(): boolean {
    return Object.keys(this.messages).length === 0;
  }

  /** Whether a field has a message already. */
  has(field: string): boolean {
    return Object.hasOwn(this.messages, field);
  }

  get all(): FieldErrors {
    return this.messages;
  }
}
