import { Body, Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requireScope, type Scope } from '../../../kernel/scopes';
import { single, type Single } from '../../../platform/http/envelope';
import { List } from '../../../platform/http/fields/request-values';
import { AnswersCreated, AnswersList } from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Actor, CallerScopes, Scoped } from '../../../platform/http/principal';
import { OrderNoteRecord } from '../history/order-note.record';
import { OrderNotesService } from '../history/order-notes.service';
import { CreateOrderNoteDto } from './order-note.dto';

/** `/v1/orders/{order}/notes` (orders-and-payments.md 36). */
@Scoped('orders')
@ApiTags('Orders')
@Controller('v1/orders/:order_id/notes')
export class OrderNotesController {
  constructor(private readonly notes: OrderNotesService) {}

  @Post()
  @AnswersCreated(OrderNoteRecord, {
    summary: 'Add a note to an order',
    description: 'Needs the scope `orders:read` too: the response shows the note.',
  })
  async create(
    @Param('order_id') order: string,
    @Body() body: CreateOrderNoteDto,
    @Actor() who: string,
    @CallerScopes() scopes: ReadonlySet<Scope>,
  ): Promise<Single<OrderNoteRecord>> {
    requireScope(scopes, 'orders:read');
    return single(await this.notes.add(order, body.text, body.author ?? who));
  }

  @Get()
  @AnswersList(OrderNoteRecord, { summary: 'List the notes of an order' })
  async list(@Param('order_id') order: string, @List() list: ListRequest): Promise<Listed<OrderNoteRecord>> {
    return listed(await this.notes.page(order, list), list);
  }
}
