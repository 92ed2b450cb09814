import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/text/uuid.js';
import { SETTINGS } from '../../platform/config/settings.constants.js';
import type { Settings } from '../../platform/config/settings.js';
import {
  appLink,
  LINK_FOLDERS,
  type LinkedType,
  linkPath,
  type LinkTarget,
} from '../../platform/pages/app-links.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { missingPage } from '../../platform/pages/missing-page.view.js';
import { SchoolNamesRepository } from './school-names.repository.js';
import { landingPage } from './landing-page.view.js';

const TYPES = new Map(
  Object.entries(LINK_FOLDERS).map(([type, folder]) => [folder as string, type as LinkedType]),
);

/**
 * The page of a link, which names the kind of its target and nothing else (contract section 19, rule 6). The item is never
 * looked up: the pages of one that exists, one that does not and one that the reader may not see are the same.
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
    const school = isUuid(schoolId) ? await this.schools.findSchool(schoolId) : null;
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
