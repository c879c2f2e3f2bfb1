import { byBoolean, byText, timeFilters } from '../../../platform/database/lists/filters';
import { searchesByPart } from '../../../platform/database/lists/part-sought';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Webhook } from './webhook.entity';

const searches = searchesByPart<Webhook>('name', 'subject', 'url');

/** The filters and sorts of webhooks. */
export const webhookListing: Listing<Webhook> = {
  filters: {
    id: byText('id'),
    ...timeFilters<Webhook>(),
    name: byText('name'),
    // v1's name of it.
    title: byText('name'),
    subject: byText('subject'),
    url: byText('url'),
    content_type: byText('contentType'),
    create: byBoolean('create'),
    update: byBoolean('update'),
    delete: byBoolean('delete'),
    enabled: byBoolean('enabled'),
    disabled_reason: byText('disabledReason'),
  },
  searches: { ...searches, ...(searches['name'] && { title: searches['name'] }) },
  sorts: { id: 'id', updated_at: 'updatedAt', name: 'name', url: 'url', enabled: 'enabled' },
  isStrict: true,
};
