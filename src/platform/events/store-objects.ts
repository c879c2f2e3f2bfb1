import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type Scope, type ScopeSubject } from '../../kernel/scopes';
import { type VersionedRow } from '../database/rows/store-object';
import { type DocumentedEvent } from '../http/openapi/documented-event';
import { EventConsumers } from './event-consumers';
import { documentedEvents, type ObjectEvents } from './event-catalogue';

/** Records of rows, in their order, as the API answers them. */
export type Records<T> = (manager: EntityManager, rows: readonly T[]) => unknown[] | Promise<unknown[]>;

/** Reads the fields that events of rows have beside their records, by the rows' ids. */
export type Extras<T> = (manager: EntityManager, rows: readonly T[]) => Promise<ReadonlyMap<string, object>>;

/** The list of rows from which a form chooses (storefront.md 7). */
export interface ListedRows<T> {
  /** The property that is a row's title. */
  readonly title: keyof T & string;
  /** The property that requests send. Default: `id`. */
  readonly key?: keyof T & string;
  /** The property by whose `1` pages see a row, or true: they see all. Default: none. */
  readonly shown?: (keyof T & string) | true;
}

/** A registered kind of store object that forms list. */
export interface ListedObject extends ListedRows<Record<string, unknown>> {
  readonly entity: new () => object;
  /** The subject whose `read` scope shows it. */
  readonly scope: ScopeSubject;
}

/** A module's description of one kind of store object, for events, webhooks, the API document and docs/events.md. */
export interface StoreObjectDescription<T extends VersionedRow> extends ObjectEvents {
  /** The subject whose `read` scope shows it over the API; a webhook receives it only if its maker has that scope. */
  readonly scope: ScopeSubject;
  readonly records: Records<T>;
  /**
   * Read once at the end of a transaction for all its events, however many they are, so that they show what the
   * transaction leaves behind; for rows that are removed, at once.
   */
  readonly extras?: Extras<T>;
  /** Left out: no form lists it. */
  readonly listed?: ListedRows<T>;
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
  readonly extras: Extras<VersionedRow> | undefined;
  record(manager: EntityManager, row: VersionedRow): Promise<unknown>;
  /** Records of rows, in their order. */
  records(manager: EntityManager, rows: readonly VersionedRow[]): Promise<unknown[]>;
}

/** Holds the kinds of store object. Each module registers its own, so that nothing in platform names a subject. */
@Injectable()
export class StoreObjects {
  /** Consumers of the events of store objects. */
  readonly consumers = new EventConsumers();
  private readonly kinds = new Map<unknown, StoreObjectKind>();
  private readonly scopes = new Map<string, ScopeSubject>();
  private readonly events = new Map<string, DocumentedEvent>();
  private readonly lists = new Map<string, ListedObject>();

  /** @throws Error when the entity or the word is registered twice */
  register<T extends VersionedRow>(entity: new () => T, description: StoreObjectDescription<T>): void {
    const { object, scope, records, extras, listed } = description;
    if (this.kinds.has(entity)) throw new Error(`${entity.name} is registered already`);
    if (this.scopes.has(object)) throw new Error(`two kinds of store object are called ${object}`);
    this.scopes.set(object, scope);
    if (listed !== undefined) this.lists.set(object, { ...listed, entity, scope });
    for (const event of documentedEvents(description)) this.events.set(event.type, event);
    this.kinds.set(entity, {
      object,
      scope,
      extras: extras && ((manager, rows) => extras(manager, rows as readonly T[])),
      record: async (manager, row) => (await records(manager, [row as T]))[0],
      records: async (manager, rows) => records(manager, rows as readonly T[]),
    });
  }

  /** Returns the kind of an entity class; undefined for what is no store object. */
  kindOf(entity: unknown): StoreObjectKind | undefined {
    return this.kinds.get(entity);
  }

  /** Returns how forms list a kind; undefined where they do not. @param object `category` */
  listed(object: string): ListedObject | undefined {
    return this.lists.get(object);
  }

  /** Returns the receivers that may get an event. @param object `order` @param type `order.updated` */
  audienceOf(object: string, type: string): Audience {
    const subject = this.scopes.get(object);
    const isConfidential = this.events.get(type)?.isConfidential === true;
    return { scope: subject && `${subject}:${isConfidential ? 'write' : 'read'}`, isConfidential };
  }

  /** Returns the words of all kinds: `order`, `cart`, … */
  objects(): string[] {
    return [...this.scopes.keys()];
  }

  /** Returns every type that an event of the log can have: `order.created`, …, `webhook.disabled`. */
  eventTypes(): string[] {
    return this.catalogue().flatMap(({ type, isLogged }) => (isLogged ? [type] : []));
  }

  /** Returns every event type that the store sends. */
  catalogue(): DocumentedEvent[] {
    return [...this.events.values()];
  }

  /** Returns the entity classes that are store objects, with their kinds. */
  all(): ReadonlyMap<unknown, StoreObjectKind> {
    return this.kinds;
  }
}
