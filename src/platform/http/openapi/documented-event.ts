import { type Type } from '@nestjs/common';

/** The kinds of change that an event is about; `ping` for a test of a webhook. */
export type DocumentedChange = 'create' | 'update' | 'delete' | 'ping';

/** An event type as the document and docs/events.md describe it. */
export interface DocumentedEvent {
  /** `order.updated`. */
  readonly type: string;
  /** `order`. */
  readonly object: string;
  readonly change: DocumentedChange;
  /** When it fires, in sentences. */
  readonly when: string;
  /** The version of the store that sent it first: `1.2`. */
  readonly since: string;
  /** The class of its `data`. */
  readonly record: Type;
  /** The class of its object, whose `id` is the `object_id`: that of `data`, but for a ping, which has none. */
  readonly objectRecord: Type;
  /** The fields that its `data` has, although the record may lack them. */
  readonly also: readonly string[];
  /** Whether only webhooks that name this very type receive it. */
  readonly isConfidential: boolean;
  /** Whether the log has it: a ping goes to its webhook alone. */
  readonly isLogged: boolean;
}
