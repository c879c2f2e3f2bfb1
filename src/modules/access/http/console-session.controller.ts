import { Body, Controller, Delete, Get, HttpCode, Inject, Ip, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type CookieOptions, type Request, type Response } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Post } from '../../../platform/http/post';
import { Public } from '../../../platform/http/principal';
import { SessionRequired } from '../access.errors';
import { ConsoleSessionsService, type NewSession, type SignedIn } from '../console-sessions.service';
import { LoginLimit } from '../login-limit';
import { type SessionAnswer, type SignIn, SignInDto, signInOf } from './console-session.dto';
import { OwnPagesGuard } from './own-pages.guard';

const COOKIE = 'storekeeper_console';
/** Under https: no page that was reached by http, also of a sibling domain, can set a cookie of this name. */
const SECURE_COOKIE = `__Secure-${COOKIE}`;
const PATH = '/console/session';
const COOKIES_OF = new RegExp(`(?:^|; ?)(?:__Secure-)?${COOKIE}=([\\w-]{43})(?=;|$)`, 'g');
/** Values that are tried: a sibling domain can set cookies of the same name, which the browser sends too, in any order. */
const MAX_COOKIES = 10;

/** Stands for the client id of a code in the limit of logins: all codes share it, and right ones always pass. */
const BY_CODE = 'console code';

/**
 * Signs browsers in to the console (console.md 1). The token is in the memory of the page; the cookie, which no script can
 * read, gets a new one after a reload. No part of the API: programs get tokens from `/oauth/access_token`.
 */
@Public()
@UseGuards(OwnPagesGuard)
@ApiExcludeController()
@Controller('console/session')
export class ConsoleSessionController {
  constructor(
    private readonly sessions: ConsoleSessionsService,
    private readonly limit: LoginLimit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @HttpCode(200)
  async signIn(
    @Body() body: SignInDto,
    @Ip() address: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionAnswer> {
    const session = await this.begin(signInOf(body), address);
    // The browser stays signed in as one client: what it was before ends.
    await this.endSessionOf(request);
    const options = this.cookieOptions(request);
    response.cookie(nameOf(options), session.cookie, options);
    return this.answerOf(session);
  }

  @Get()
  async renew(@Req() request: Request): Promise<SessionAnswer> {
    for (const cookie of cookiesOf(request)) {
      const session = await this.sessions.renew(cookie);
      if (session !== undefined) return this.answerOf(session);
    }
    throw new SessionRequired();
  }

  @Delete()
  @HttpCode(204)
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.endSessionOf(request);
    const options = this.cookieOptions(request);
    for (const name of new Set([nameOf(options), COOKIE])) response.clearCookie(name, options);
  }

  private begin(signIn: SignIn, address: string): Promise<NewSession> {
    if ('code' in signIn) {
      return this.limit.guard(BY_CODE, address, () => this.sessions.signInWithCode(signIn.code));
    }
    const { clientId, clientSecret } = signIn;
    return this.limit.guard(clientId, address, () => this.sessions.signIn(clientId, clientSecret));
  }

  private async endSessionOf(request: Request): Promise<void> {
    for (const cookie of cookiesOf(request)) await this.sessions.end(cookie);
  }

  private answerOf({ token, clientId, name, scopes }: SignedIn): SessionAnswer {
    const expires = Math.floor(token.expiresAt.getTime() / 1000);
    const { salePrice } = this.config.store;
    return { access_token: token.accessToken, expires, client_id: clientId, name, scopes, sale_price: salePrice };
  }

  private cookieOptions({ secure }: Request): CookieOptions {
    const isSecure = secure || this.config.http.publicUrl?.startsWith('https:') === true;
    return { httpOnly: true, sameSite: 'strict', path: PATH, secure: isSecure };
  }
}

function nameOf({ secure }: CookieOptions): string {
  return secure === true ? SECURE_COOKIE : COOKIE;
}

/** The values of the cookie, each once; those of the secure name first. Bounded by the limit of a request's head, 16 KiB. */
function cookiesOf({ headers }: Request): string[] {
  const found = [...(headers.cookie ?? '').matchAll(COOKIES_OF)].map(([pair, value = '']) => ({ pair, value }));
  const isSecure = ({ pair }: { readonly pair: string }): boolean => pair.includes(SECURE_COOKIE);
  const ordered = [...found.filter(isSecure), ...found.filter((one) => !isSecure(one))];
  return [...new Set(ordered.map(({ value }) => value))].slice(0, MAX_COOKIES);
}
