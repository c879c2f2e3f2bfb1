import { single, type Single } from '../../../platform/http/envelope';
import { type CustomerHistoriesService } from '../customer-histories.service';
import { type CustomerRecord } from '../customer.resource';

/** Answers a customer with the history, which is no part of the version. */
export async function answerOf(
  histories: CustomerHistoriesService,
  record: CustomerRecord,
): Promise<Single<CustomerRecord>> {
  return single(await histories.added(record), record);
}
