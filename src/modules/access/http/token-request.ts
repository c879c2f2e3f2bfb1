import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { ValidationFailed } from '../../../kernel/errors';
import { readDto } from '../../../platform/http/fields/dto.pipe';
import { BASIC_CHALLENGE, type BasicCredentials, basicClient } from '../basic-credentials';
import { TokenRequestDto } from './token.dto';

/** A request for a token, wherever it carries the credentials. */
export interface TokenRequest extends Omit<TokenRequestDto, 'client_id' | 'client_secret'> {
  readonly client_id: string;
  readonly client_secret: string;
  /** The challenge of a 401. Undefined: that of bearer tokens. */
  readonly challenge?: string;
}

/** Stands for the secret that a public client does not have; nothing compares it. */
const NO_SECRET = 'none';

type Fields = Readonly<Record<string, unknown>>;

const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** @throws ValidationFailed when the body holds credentials too; the same client id may be repeated (RFC 6749 3.2.1) */
function refuseTwice(body: Fields, basic: BasicCredentials): void {
  const { client_id, client_secret } = body;
  const fault = 'must not be sent beside the header Authorization: Basic; use one of the two';
  if (isSent(client_secret)) throw ValidationFailed.of('client_secret', fault);
  if (isSent(client_id) && client_id !== basic.name) throw ValidationFailed.of('client_id', fault);
}

/**
 * Reads a request for a token, with the credentials of the body or of the header `Authorization: Basic` (wire.md 5).
 * @throws BasicMalformed, ValidationFailed naming every field at fault
 */
function tokenRequest({ headers, body }: Request): TokenRequest {
  const basic = basicClient(headers.authorization);
  const sent = (body ?? {}) as Fields;
  if (basic === undefined) {
    const { client_id = null, client_secret = null } = sent;
    const secret = sent['grant_type'] === 'implicit' ? NO_SECRET : client_secret;
    return readDto(TokenRequestDto, { ...sent, client_id, client_secret: secret });
  }
  refuseTwice(sent, basic);
  const request = readDto(TokenRequestDto, { ...sent, client_id: basic.name, client_secret: basic.password });
  return { ...request, challenge: BASIC_CHALLENGE };
}

/** Passes the {@link TokenRequest} of a POST. */
export const ReadTokenRequest = createParamDecorator((_: unknown, context: ExecutionContext): TokenRequest =>
  tokenRequest(context.switchToHttp().getRequest<Request>()),
);
