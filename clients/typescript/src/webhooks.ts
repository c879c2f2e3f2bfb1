export { WebhookVerificationError } from 'standardwebhooks';
export { constructEvent, type ReceivedHeaders, type StoreEvent } from './construct-event.js';
export { type Inbox, type InboxEvent, MemoryInbox, once, type OnceOptions, type Outcome } from './inbox.js';
export { expressReceiver, type HandleEvent, nodeReceiver } from './receivers.js';
export { INBOX_TABLES, type Query, SqlInbox, type SqlInboxOptions } from './sql-inbox.js';
