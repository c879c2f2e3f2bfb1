import { IntegerField } from '../../http/fields/fields';
import { BodyExamples } from '../../http/openapi/body-examples';

/** The position of a consumer. */
@BodyExamples({
  keepPosition: { summary: 'Begin with the oldest event that is kept', value: { position: 0 } },
})
export class PutFeedConsumerDto {
  @IntegerField({
    required: true,
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    description: 'Position of the last event that the consumer has processed; 0: none.',
    example: 4711,
  })
  position!: number;
}
