import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '../../access/uuid.js';
import { SETTINGS } from '../../config/settings.constants.js';
import type { Settings } from '../../config/settings.js';
import { appLink, LINK_FOLDERS, linkPath, type LinkedType, type LinkTarget } from '../../pages/app-links.js';
import { missingPage, type HtmlPage } from '../../pages/html-page.js';
import { landingPage } from './landing-page.js';
import { SchoolNamesRepository } from './school-names.repository.js';

const TYPES = new Map(
  Object.entries(LINK_FOLDERS).map(([type, folder]) => [folder as string, type as LinkedType]),
);

/**
 * What a link is about, without anything of it (contract section 19, rule 6). The item is never looked up: the page of
 * one that is there, of one that is not and of one that the reader may not see are the same.
 */
@Injectable()
export class LandingPageService {
  constructor(
    private readonly schools: SchoolNamesRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param path what follows `/schools/`, decoded */
  async show(path: string[]): Promise<HtmlPage> {
    const target = targetOf(path);
    if (!target) return missingPage();
    const { schoolId } = target;
    const school = isUuid(schoolId) ? await this.schools.find(schoolId) : null;
    return {
      html: landingPage({ school, type: target.item?.type ?? 'school', openUrl: this.openUrl(target) }),
    };
  }

  /** Null where neither an app nor a site is known that opens it. */
  private openUrl(target: LinkTarget): string | null {
    const { appLink: template, appUrl, siteUrl } = this.settings;
    if (template) return template.replace('{path}', () => linkPath(target));
    return appUrl === siteUrl ? null : appLink(appUrl, target);
  }
}

/** Null for a path that no link has. */
function targetOf([schoolId, folder, id, ...rest]: string[]): LinkTarget | null {
  if (!schoolId) return null;
  if (folder === undefined) return { schoolId };
  const type = TYPES.get(folder);
  return type && id && rest.length === 0 ? { schoolId, item: { type, id } } : null;
}
