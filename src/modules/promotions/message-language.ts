import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { preferredLanguage } from '../../platform/http/accept-language';
import { type Language, LANGUAGES } from './domain/messages/languages';

export { type Language, LANGUAGES };

const HAS_MESSAGES = 'storekeeper:has-messages';

/** Marks a route whose response tells why promotions do not apply, in the language of `Accept-Language`. */
export const TellsWhy = (): MethodDecorator =>
  applyDecorators(
    SetMetadata(HAS_MESSAGES, true),
    ApiHeader({
      name: 'Accept-Language',
      required: false,
      description: `Language of \`message\` in rejected promotions and of \`reasons\` and \`assumptions\` in back-tests: ${LANGUAGES.join(' or ')}. Default: ${LANGUAGES[0]}.`,
      schema: { type: 'string', maxLength: 512, example: 'de-AT, de;q=0.9, en;q=0.5' },
    }),
  );

/** The language of a request's messages; English where its route has none. */
export const MessageLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language =>
  messageLanguageOf(context),
);

/** {@link MessageLanguage} of a request. Tells caches that the response depends on it. */
export function messageLanguageOf(context: ExecutionContext): Language {
  if (Reflect.getMetadata(HAS_MESSAGES, context.getHandler()) !== true) return LANGUAGES[0];
  const http = context.switchToHttp();
  http.getResponse<Response>().vary('Accept-Language');
  return preferredLanguage(http.getRequest<Request>().headers['accept-language'], LANGUAGES);
}
