import { type components } from '@storekeeper/client';
import { useSyncExternalStore } from 'react';
import { watchedFetch } from './connection';
import { OutsideStore } from './outside-store';

/** A scope of a token, such as `orders:read`. */
export type Scope = components['schemas']['Scope'];

/** The client that is signed in. Its token is kept in memory only: a reload gets it anew by a cookie that no script can read. */
interface Session {
  readonly access_token: string;
  /** Seconds since 1970. */
  readonly expires: number;
  readonly client_id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Whether carts charge the sale prices of products, or products only show them. */
  readonly sale_price: 'charge' | 'show';
}

/** Reason for the end of a session: another tab signed out. Undefined: none. */
type EndOfSession = 'elsewhere' | undefined;

/** `unknown` until the cookie has been tried. */
type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out'; readonly why: EndOfSession }
  /** `hasEnded`: the store takes its token no longer; a page with unsaved changes waits for the next sign-in. */
  | ({ readonly kind: 'in'; readonly hasEnded: boolean } & Session);

/** Credentials of a sign-in: an API client, or the code of the one-time link that a new store prints. */
export type SignIn = { readonly client_id: string; readonly client_secret: string } | { readonly code: string };

/** The store refused to sign in. */
export class SignInRefused extends Error {}

const ADDRESS = '/console/session';
/** A token is renewed this long before it expires. */
const EARLY_MS = 60_000;

const state = new OutsideStore<SessionState>({ kind: 'unknown' });
let renewal: Promise<void> | undefined;

/** The tabs of a browser share one session: each tells the others when it begins or ends one. */
const tabs = new BroadcastChannel('storekeeper-session');
tabs.addEventListener('message', ({ data }: MessageEvent<'in' | 'out'>) => {
  if (data === 'out') leave('elsewhere');
  else void resumeSession().catch(() => undefined);
});

/** Calls back when nobody is signed in any more. */
export function whenSignedOut(listener: () => void): void {
  state.subscribe(() => {
    if (state.get().kind === 'out') listener();
  });
}

function leave(why: EndOfSession): void {
  if (state.get().kind !== 'out') state.set({ kind: 'out', why });
}

/** Begins or renews the session. The pages of another client are forgotten first. */
function enter(session: Session): void {
  const before = state.get();
  if (before.kind === 'in' && before.client_id !== session.client_id) leave(undefined);
  state.set({ kind: 'in', hasEnded: false, ...session });
}

/** Notes that the store no longer takes the token. */
function end(): void {
  const session = state.get();
  if (session.kind === 'in') state.set({ ...session, hasEnded: true });
  else leave(undefined);
}

/** The session of this page, as it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(state.subscribe, state.get);
}

/** The price of one unit of a product that carts charge, in the default currency. */
export function chargedPrice({
  price,
  sale_price,
}: {
  readonly price: number;
  readonly sale_price: number | null;
}): number {
  const session = state.get();
  return session.kind === 'in' && session.sale_price === 'show' ? price : (sale_price ?? price);
}

/** Whether the token of this session has a scope. */
export function useMay(): (scope: Scope) => boolean {
  const session = useSession();
  return (scope) => session.kind === 'in' && session.scopes.includes(scope);
}

/** Signs in by the cookie of an earlier page; without one, the state is `out`. */
export async function resumeSession(): Promise<void> {
  const response = await watchedFetch(ADDRESS);
  if (response.ok) enter((await response.json()) as Session);
  else if (response.status < 500) end();
}

async function errorOf(response: Response): Promise<string> {
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  return error ?? `HTTP ${response.status}`;
}

/** Signs in. @throws SignInRefused with the store's message */
export async function signIn(credentials: SignIn): Promise<void> {
  const response = await watchedFetch(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const body = (await response.json().catch(() => ({}))) as Session & { error?: string };
  if (!response.ok) throw new SignInRefused(body.error ?? `HTTP ${response.status}`);
  enter(body);
  tabs.postMessage('in');
}

/** Ends the session, its cookie and its token. @throws when they still live */
export async function signOut(): Promise<void> {
  const response = await watchedFetch(ADDRESS, { method: 'DELETE' });
  if (!response.ok && response.status !== 401) throw new Error(await errorOf(response));
  leave(undefined);
  tabs.postMessage('out');
}

/** Forgets a token that the store no longer takes: the page asks to sign in. */
export function dropSession(): void {
  const session = state.get();
  if (session.kind !== 'in' || session.hasEnded) return;
  end();
  tabs.postMessage('in');
}

/** Returns a token that is valid for a while yet; requests at the same time share one renewal. */
export async function accessToken(): Promise<string> {
  const session = state.get();
  if (session.kind === 'in' && session.hasEnded) return '';
  if (session.kind === 'in' && Date.now() < session.expires * 1000 - EARLY_MS) return session.access_token;
  renewal ??= resumeSession().finally(() => (renewal = undefined));
  await renewal;
  const renewed = state.get();
  return renewed.kind === 'in' && !renewed.hasEnded ? renewed.access_token : '';
}
