import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { CONFIG, type Config } from '../../../platform/config/config';
import { PathNotFound } from '../../../platform/http/http.errors';
import { CrossSiteRefused } from '../access.errors';

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * Admits requests of the console's own pages to its session, and of programs, which send no such headers.
 * `Sec-Fetch-Site` decides where a browser sends it. Over plain HTTP to another machine it sends only `Origin`: then its host
 * is compared, since a proxy that ends TLS changes the scheme.
 */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws PathNotFound with CONSOLE=off, CrossSiteRefused */
  canActivate(context: ExecutionContext): boolean {
    if (!this.config.console.isOn) throw new PathNotFound();
    const { headers } = context.switchToHttp().getRequest<Request>();
    const site = headers['sec-fetch-site'];
    const isOwn = site === undefined ? this.isOwnOrigin(headers.origin, headers.host) : site === 'same-origin';
    if (!isOwn) throw new CrossSiteRefused();
    return true;
  }

  private isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined) return true;
    const { publicUrl } = this.config.http;
    const own = [host, publicUrl === undefined ? undefined : hostOf(publicUrl)];
    const sent = hostOf(origin);
    return sent !== undefined && own.includes(sent);
  }
}
