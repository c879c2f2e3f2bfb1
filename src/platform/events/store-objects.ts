import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Scope, type ScopeSubject } from '../../kernel/scopes';
import { type VersionedRow } from '../database/rows/store-object';
import { EventConsumers } from './event-consumers';

/** Records of rows, in their order, as the API answers them. */
export type Records<T> = (manager: EntityManager, rows: readonly T[]) => unknown[] | Promise<unknown[]>;

/** Reads the fields that events of rows have beside their records, by the rows' ids. */
export type Extras<T> = (manager: EntityManager, rows: readonly T[]) => Promise<ReadonlyMap<string, object>>;

/** A module's description of one kind of store object, for events, webhooks and the API document. */
export interface StoreObjectDescription<T extends VersionedRow> {
  /** The word of the event type: `order` in `order.updated`. */
  readonly object: string;
  /** The subject whose `read` scope shows it over the API; a webhook receives it only if its maker has that scope. */
  readonly scope: ScopeSubject;
  readonly records: Records<T>;
  /**
   * Read once at the end of a transaction for all its events, however many they are, so that they show what the
   * transaction leaves behind; for rows that are removed, at once.
   */
  readonly extras?: Extras<T>;
  /** Further event types beside created, updated and deleted: `disabled` in `webhook.disabled`. */
  readonly happenings?: readonly string[];
  /**
   * Further event types that hold a secret: received by webhooks that name them and whose maker may write the object.
   */
  readonly confidential?: readonly string[];
}

/** The receivers that may get an event. */
export interface Audience {
  /** The scope that a receiver must have; undefined: nobody registered the object. */
  readonly scope: Scope | undefined;
  /** Whether only webhooks that name this very type receive it. */
  readonly isConfidential: boolean;
}

/** A registered kind of store object. */
export interface StoreObjectKind {
  readonly object: string;
  readonly scope: ScopeSubject;
  readonly happenings: readonly string[];
  readonly extras: Extras<VersionedRow> | undefined;
  record(manager: EntityManager, row: VersionedRow): Promise<unknown>;
  /** Records of rows, in their order. */
  records(manager: EntityManager, rows: readonly VersionedRow[]): Promise<unknown[]>;
}

/** How an event's type names each kind of change. */
export const PAST_TENSE = { create: 'created', update: 'updated', delete: 'deleted' } as const;

/** Holds the kinds of store object. Each module registers its own, so that nothing in platform names a subject. */
@Injectable()
export class StoreObjects {
  /** Consumers of the events of store objects. */
  readonly consumers = new EventConsumers();
  private readonly kinds = new Map<unknown, StoreObjectKind>();
  private readonly scopes = new Map<string, ScopeSubject>();
  private readonly secretTypes = new Set<string>();

  /** @throws Error when the entity or the word is registered twice */
  register<T extends VersionedRow>(
    entity: new () => T,
    { object, scope, records, extras, happenings = [], confidential = [] }: StoreObjectDescription<T>,
  ): void {
    if (this.kinds.has(entity)) throw new Error(`${entity.name} is registered already`);
    if (this.scopes.has(object)) throw new Error(`two kinds of store object are called ${object}`);
    this.scopes.set(object, scope);
    for (const happening of confidential) this.secretTypes.add(`${object}.${happening}`);
    this.kinds.set(entity, {
      object,
      scope,
      happenings: [...happenings, ...confidential],
      extras: extras && ((manager, rows) => extras(manager, rows as readonly T[])),
      record: async (manager, row) => (await records(manager, [row as T]))[0],
      records: async (manager, rows) => records(manager, rows as readonly T[]),
    });
  }

  /** Returns the kind of an entity class; undefined for what is no store object. */
  kindOf(entity: unknown): StoreObjectKind | undefined {
    return this.kinds.get(entity);
  }

  /** Returns the receivers that may get an event. @param object `order` @param type `order.updated` */
  audienceOf(object: string, type: string): Audience {
    const subject = this.scopes.get(object);
    const isConfidential = this.secretTypes.has(type);
    return { scope: subject && `${subject}:${isConfidential ? 'write' : 'read'}`, isConfidential };
  }

  /** Returns the words of all kinds: `order`, `cart`, … */
  objects(): string[] {
    return [...this.scopes.keys()];
  }

  /** Returns every type an event can have: `order.created`, …, `webhook.disabled`. */
  eventTypes(): string[] {
    return [...this.kinds.values()].flatMap(({ object, happenings }) =>
      [...Object.values(PAST_TENSE), ...happenings].map((happening) => `${object}.${happening}`),
    );
  }

  /** Returns the entity classes that are store objects, with their kinds. */
  all(): ReadonlyMap<unknown, StoreObjectKind> {
    return this.kinds;
  }
}
