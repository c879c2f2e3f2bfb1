import { happenedAt, Lags, serveLags } from './lags';

/** A receiver of webhooks as a process of its own: answers 204 at once, and tells how long after their events they came. */
const lags = new Lags();

serveLags(lags, (request, response) => {
  request.resume().once('end', () => {
    const { 'webhook-attempt': attempt, 'webhook-id': id } = request.headers;
    lags.came(attempt === '1' ? happenedAt(id) : undefined);
    response.writeHead(204).end();
  });
});
