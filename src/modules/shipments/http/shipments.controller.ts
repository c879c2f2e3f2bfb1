import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { removed, type Removed, single, type Single } from '../../../platform/http/envelope';
import { AnswersForm } from '../../../platform/http/fields/form.interceptor';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import {
  AnswersChanged,
  AnswersCreated,
  AnswersList,
  AnswersOne,
  AnswersRemoved,
} from '../../../platform/http/openapi/answers';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { Post } from '../../../platform/http/post';
import { Actor, ForStorefronts, Scoped } from '../../../platform/http/principal';
import { ShipmentRecord } from '../shipment.record';
import { ShipmentsService } from '../shipments.service';
import { CreateShipmentDto, UpdateShipmentDto } from './shipment.dto';

/** `/v1/orders/{order}/shipments` (orders-and-payments.md 35). */
@Scoped('orders')
@ApiTags('Shipments')
@Controller('v1/orders/:order_id/shipments')
export class ShipmentsController {
  constructor(private readonly shipments: ShipmentsService) {}

  @Get('fields')
  @ForStorefronts()
  @AnswersForm(CreateShipmentDto, { summary: 'Get the fields of shipments' })
  fields(@Param('order_id') _order: string): Single<object> {
    return single({});
  }

  @Post()
  @AnswersCreated(ShipmentRecord, {
    summary: 'Ship items of an order, or all that is left',
    description:
      'When everything is shipped that was not refunded, the order becomes `dispatched` if its status may change so.',
  })
  async create(
    @Param('order_id') order: string,
    @Body() body: CreateShipmentDto,
    @Actor() who: string,
  ): Promise<Single<ShipmentRecord>> {
    return single(await this.shipments.create(order, body.toFields(), body.include_refunded ?? false, who));
  }

  @Get()
  @AnswersList(ShipmentRecord, { summary: 'List the shipments of an order' })
  async list(@Param('order_id') order: string, @List() list: ListRequest): Promise<Listed<ShipmentRecord>> {
    return listed(await this.shipments.page(order, list), list);
  }

  @Get(':shipment_id')
  @AnswersOne(ShipmentRecord, { summary: 'Get a shipment of an order' })
  async get(@Param('order_id') order: string, @Param('shipment_id') id: string): Promise<Single<ShipmentRecord>> {
    return single(await this.shipments.get(order, id));
  }

  @Put(':shipment_id')
  @AnswersChanged(ShipmentRecord, { summary: 'Change a shipment of an order' })
  async update(
    @Param('order_id') order: string,
    @Param('shipment_id') id: string,
    @Body() body: UpdateShipmentDto,
    @Actor() who: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<ShipmentRecord>> {
    return single(await this.shipments.update(order, id, body.toPatch(), body.include_refunded ?? false, who, tags));
  }

  @Delete(':shipment_id')
  @AnswersRemoved({ summary: 'Remove a shipment from an order', description: 'The status of the order stays.' })
  async remove(
    @Param('order_id') order: string,
    @Param('shipment_id') id: string,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Removed> {
    await this.shipments.remove(order, id, tags);
    return removed('Shipment');
  }

  @Get(':shipment_id/fields')
  @AnswersForm(CreateShipmentDto, { summary: 'Get the fields of shipments, with the values of one' })
  fieldValues(@Param('order_id') order: string, @Param('shipment_id') id: string): Promise<Single<ShipmentRecord>> {
    return this.get(order, id);
  }
}
