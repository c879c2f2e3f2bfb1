import { failureOf } from './failures.js';

/**
 * Credentials of a client: its id and secret, only the id of a public client in a browser, or a token
 * (or a function that returns one).
 */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret?: string; readonly scopes?: readonly string[] }
  | { readonly token: string | (() => string | Promise<string>) };
/** Programs without types may lack them, or read them from a variable that is not set. */
type Given = Credentials | { readonly clientId?: undefined } | { readonly token: undefined | (() => undefined) };

/** A token is renewed this long before it expires: a request may take a while to arrive. */
const EARLY_MS = 30_000;

interface Token {
  readonly text: string;
  /** On the clock of `performance.now()`, which no change of the machine's time moves. */
  readonly until: number;
}

/** Keeps the access token of a client, and gets the next one before it expires. */
export class Tokens {
  private current: Promise<Token> | undefined;

  constructor(
    private readonly url: string,
    private readonly credentials: Given,
    private readonly send: typeof fetch,
  ) {}

  /** Whether {@link renew} can help: the client has an id. */
  get isRenewable(): boolean {
    return 'clientId' in this.credentials && this.credentials.clientId !== undefined;
  }

  /**
   * Returns the token; undefined or empty without credentials. Requests at the same time share one sign-in.
   * @throws StoreError when the credentials are refused
   */
  async get(): Promise<string | undefined> {
    if ('token' in this.credentials) {
      const { token } = this.credentials;
      return typeof token === 'function' ? token() : token;
    }
    if (this.credentials.clientId === undefined) return undefined;
    this.current ??= this.signIn(this.credentials);
    const signedIn = this.current;
    try {
      const { text, until } = await signedIn;
      if (performance.now() < until) return text;
    } catch (error) {
      this.forget(signedIn);
      throw error;
    }
    this.forget(signedIn);
    return this.get();
  }

  /** Forgets a token that the store refused: the next {@link get} signs in again. */
  async renew(refused: string): Promise<void> {
    const signedIn = this.current;
    if (signedIn !== undefined && (await signedIn).text === refused) this.forget(signedIn);
  }

  private forget(signedIn: Promise<Token>): void {
    if (this.current === signedIn) this.current = undefined;
  }

  private async signIn(credentials: Extract<Credentials, { clientId: string }>): Promise<Token> {
    const { clientId, clientSecret, scopes } = credentials;
    const asked = performance.now();
    const response = await this.send(`${this.url}/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: clientId,
        ...(clientSecret === undefined
          ? { grant_type: 'implicit' }
          : { grant_type: 'client_credentials', client_secret: clientSecret }),
        ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
      }),
    });
    const body = (await response.json().catch(() => ({}))) as { access_token?: string; expires_in?: number };
    if (!response.ok || body.access_token === undefined) throw failureOf(response, body);
    const lasts = (body.expires_in ?? 3600) * 1000;
    return { text: body.access_token, until: asked + Math.max(lasts - EARLY_MS, lasts / 2) };
  }
}
