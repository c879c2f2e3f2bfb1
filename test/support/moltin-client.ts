import { type ClientRequest, type IncomingMessage, request, type RequestOptions } from 'node:http';

type Terms = Readonly<Record<string, unknown>> | null;
type Done = (result: unknown, pagination?: unknown) => void;
type Failed = (type: string, errors: unknown, status: number) => void;
type ById = (id: string, done: Done, failed: Failed) => void;
type ByTerms = (terms: Terms, done: Done, failed: Failed) => void;
type Within = (owner: string, terms: Terms, done: Done, failed: Failed) => void;
type InOwner = (owner: string, id: string, done: Done, failed: Failed) => void;

/** The package of 1.0.5, or that of 1.0.4. */
export type MoltinVersion = 'moltin' | 'moltin-1.0.4';

/** The methods of most resources of the client. */
export interface MoltinResource {
  Get: ById;
  Find: ByTerms;
  List: ByTerms;
  Create: ByTerms;
  Update: Within;
  Delete: ById;
}

/** The part of npm `moltin@1.0.5`, a client of 2015 without types, that is driven here. */
export interface MoltinClient {
  http: { request(args: RequestOptions, answered: (response: IncomingMessage) => void): ClientRequest };
  readonly options: { auth: { token?: string; expires?: number } };
  readonly Storage: {
    get(key: string): unknown;
    set(key: string, value: unknown): unknown;
    remove(key: string): unknown;
  };
  Authenticate(done: (token: Readonly<Record<string, unknown>>) => void, failed: Failed): void;
  readonly Order: MoltinResource & { Items: ById; AddItem: Within; UpdateItem: Within; RemoveItem: InOwner };
  readonly Customer: MoltinResource;
  readonly CustomerGroup: MoltinResource;
  readonly Tax: MoltinResource;
  readonly Shipping: MoltinResource;
  readonly Currency: MoltinResource;
  readonly Brand: MoltinResource;
  readonly Collection: MoltinResource;
  readonly Category: MoltinResource & { Tree: ByTerms };
  readonly Product: MoltinResource & { Search: ByTerms };
  /** Its `List` throws: it names a variable that it does not have. */
  readonly Webhook: Omit<MoltinResource, 'Find' | 'List'>;
  readonly Gateway: { Get: ById; List: ByTerms; Update: Within; Enable: ById; Disable: ById };
  readonly Address: {
    Get: InOwner;
    Find: Within;
    List: Within;
    Create: Within;
    Update(owner: string, id: string, fields: Terms, done: Done, failed: Failed): void;
  };
}

/** A request that the client made. */
export interface MoltinCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: unknown;
}

/** A client, and what went over its wire. */
export interface MoltinSession {
  readonly client: MoltinClient;
  readonly calls: MoltinCall[];
  /** Ends when every answer so far has reached the client, those it does not wait for itself included. */
  settled(): Promise<void>;
}

/** The arguments of a callback: a result, or an error with its messages and its status. */
export type MoltinOutcome =
  { readonly result: unknown; readonly pagination: unknown } | { readonly errors: unknown; readonly status: number };

/**
 * The published client on a store of ours: it knows https on port 443 only, so its `http` is replaced by one that passes
 * each call on to the store's port. All clients of a process share one storage, which is emptied here.
 */
export function moltinSession(
  url: string,
  publicId: string,
  secretKey: string,
  version: MoltinVersion = 'moltin',
): MoltinSession {
  const { hostname, port } = new URL(url);
  const create = jest.requireActual<(options: object) => MoltinClient>(version);
  const client = create({ publicId, secretKey });
  for (const key of ['mtoken', 'mexpires']) client.Storage.remove(key);
  const calls: MoltinCall[] = [];
  const answers: Promise<void>[] = [];
  client.http = {
    request(args, answered) {
      const { authorization } = lowerCased(args.headers);
      calls.push({ method: args.method ?? '', path: args.path ?? '', authorization });
      const call = request({ ...args, host: hostname, port }, answered);
      // After the client's own listener, which was set first.
      answers.push(new Promise((resolve) => call.on('response', (answer) => answer.on('end', () => resolve()))));
      return call;
    },
  };
  return { client, calls, settled: async () => void (await Promise.all(answers)) };
}

function lowerCased(headers: RequestOptions['headers']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Calls a method. @returns the arguments of its callback */
export function outcome(call: (done: Done, failed: Failed) => void): Promise<MoltinOutcome> {
  return new Promise((resolve) =>
    call(
      (result, pagination) => resolve({ result, pagination }),
      (_, errors, status) => resolve({ errors, status }),
    ),
  );
}

/** The result of a call that succeeds. @throws Error with what the error callback was given */
export async function resultOf<T = { id: string }>(call: (done: Done, failed: Failed) => void): Promise<T> {
  const told = await outcome(call);
  if ('errors' in told) throw new Error(`${told.status}: ${JSON.stringify(told.errors)}`);
  return told.result as T;
}
