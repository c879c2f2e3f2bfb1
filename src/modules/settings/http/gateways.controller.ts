import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnswersChanged, AnswersList, AnswersOne } from '../../../platform/http/openapi/answers';
import { single, type Single, warned, type Warned } from '../../../platform/http/envelope';
import { listed, type Listed, type ListRequest } from '../../../platform/http/pagination';
import { ForStorefronts, Scoped, ScopedAs } from '../../../platform/http/principal';
import { IfMatch, type IfMatchTags, List } from '../../../platform/http/fields/request-values';
import { GatewayRecord } from '../gateway.record';
import { type GatewaySettingRecord } from '../gateway-setting.record';
import { GatewaysService } from '../gateways.service';
import { type EnabledGatewayRecord } from '../enabled-gateway.record';
import { AnswersEnabledGateways } from './enabled-gateways.answers';
import { UpdateGatewayDto, UpdateGatewaySettingsDto } from './gateway.dto';
import { AnswersGatewaySettings, AnswersGatewaySettingsChanged } from './gateway-settings.answers';

/** `/v1/gateways` (wire.md 7). Gateways are built in: there is nothing to create or remove. */
@Scoped('settings')
@ApiTags('Gateways')
@Controller('v1/gateways')
export class GatewaysController {
  constructor(private readonly gateways: GatewaysService) {}

  @Get()
  @AnswersList(GatewayRecord, { summary: 'List gateways' })
  async list(@List() list: ListRequest): Promise<Listed<GatewayRecord>> {
    return listed(await this.gateways.page(list), list);
  }

  @Get('search')
  @AnswersList(GatewayRecord, { summary: 'Search gateways' })
  search(@List() list: ListRequest): Promise<Listed<GatewayRecord>> {
    return this.list(list);
  }

  @Get('enabled')
  @ForStorefronts()
  @AnswersEnabledGateways()
  async enabled(): Promise<Single<EnabledGatewayRecord[]>> {
    return single(await this.gateways.enabled());
  }

  @Get('disabled')
  @AnswersList(GatewayRecord, { name: 'listDisabledGateways', summary: 'List disabled gateways' })
  disabled(@List() list: ListRequest): Promise<Listed<GatewayRecord>> {
    return this.list({ ...list, filters: { ...list.filters, enabled: '0' } });
  }

  @Get(':slug')
  @AnswersOne(GatewayRecord, { summary: 'Get a gateway' })
  async get(@Param('slug') slug: string): Promise<Single<GatewayRecord>> {
    return single(await this.gateways.get(slug));
  }

  @Put(':slug')
  @AnswersChanged(GatewayRecord, { warns: true, summary: 'Change a gateway' })
  async update(
    @Param('slug') slug: string,
    @Body() body: UpdateGatewayDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Warned<GatewayRecord>> {
    return warned(await this.gateways.update(slug, body.toPatch(), tags), await this.gateways.warnings(slug));
  }

  @Get(':slug/settings')
  @AnswersGatewaySettings()
  async settings(@Param('slug') slug: string): Promise<Single<GatewaySettingRecord[]>> {
    return single(await this.gateways.settingRecords(slug));
  }

  @Put(':slug/settings')
  @AnswersGatewaySettingsChanged()
  async updateSettings(
    @Param('slug') slug: string,
    @Body() body: UpdateGatewaySettingsDto,
    @IfMatch() tags: IfMatchTags,
  ): Promise<Single<GatewaySettingRecord[]>> {
    await this.gateways.update(slug, { settingChanges: body.settings }, tags);
    return single(await this.gateways.settingRecords(slug));
  }

  /** A GET that writes: the v1 clients switch gateways so. */
  @Get(':slug/enable')
  @ScopedAs('write')
  @AnswersOne(GatewayRecord, { warns: true, name: 'enableGateway', summary: 'Enable a gateway' })
  async enable(@Param('slug') slug: string): Promise<Warned<GatewayRecord>> {
    const gateway = await this.gateways.update(slug, { enabled: true }, undefined);
    return warned(gateway, await this.gateways.warnings(slug));
  }

  @Get(':slug/disable')
  @ScopedAs('write')
  @AnswersOne(GatewayRecord, { name: 'disableGateway', summary: 'Disable a gateway' })
  async disable(@Param('slug') slug: string): Promise<Single<GatewayRecord>> {
    return single(await this.gateways.update(slug, { enabled: false }, undefined));
  }
}
