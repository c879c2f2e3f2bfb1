import { Invalid, NotFound, Unauthorized } from '../../kernel/errors';

/** The client id or its secret is wrong, or the client was revoked. */
export class CredentialsRefused extends Unauthorized {
  readonly code = 'access.credentials_refused';
  constructor() {
    super('The client credentials are not valid');
  }
}

/** A scope was asked for that does not exist or that the client does not have. */
export class ScopeNotGranted extends Invalid {
  readonly code = 'access.scope_not_granted';
  constructor(scope: string) {
    super({ scope: [`scope ${scope} is not one of the client's scopes`] });
  }
}

/** No API client has this id. */
export class ClientNotFound extends NotFound {
  readonly code = 'access.client_not_found';
  constructor() {
    super('No client found');
  }
}
