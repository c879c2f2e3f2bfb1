import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  type Type,
  UseInterceptors,
} from '@nestjs/common';
import { from, type Observable, switchMap } from 'rxjs';
import { type Single } from '../envelope';
import { AnswersFields } from '../openapi/answers';
import { type AuthenticatedRequest } from '../principal';
import { AvailableTitles } from './available-titles';
import { describedFields } from './described-fields';
import { type FieldRecord, fieldRecords } from './field.record';

const FORM = 'storekeeper:form';

/** Makes a form of the fields of a resource, and of the record that the handler returns; one without values of no record. */
@Injectable()
class FormInterceptor implements NestInterceptor {
  constructor(private readonly titles: AvailableTitles) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<Single<Record<string, FieldRecord>>> {
    const fields = describedFields(Reflect.getMetadata(FORM, context.getHandler()) as Type);
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const form = async ({ result: record }: Single<Record<string, unknown>>) => {
      const available = await this.titles.of(fields, principal);
      return { status: true as const, result: fieldRecords({ fields, record, available }) };
    };
    return next.handle().pipe(switchMap((answer: Single<Record<string, unknown>>) => from(form(answer))));
  }
}

/**
 * Turns the record that a handler returns into the form that makes one (storefront.md 7): its fields, and their values in the record.
 * @param dto body that makes a record
 */
export const AnswersForm = (dto: Type, about: Parameters<typeof AnswersFields>[0]): MethodDecorator =>
  applyDecorators(SetMetadata(FORM, dto), UseInterceptors(FormInterceptor), AnswersFields(about));
