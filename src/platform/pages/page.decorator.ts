import { applyDecorators, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { Compressed } from '../http/compressed.js';
import type { HtmlPage } from './html-page.js';
import { PageInterceptor, prepared } from './page.interceptor.js';

/** For what answers without a handler. */
export const sendPage = (response: Response, page: HtmlPage): void => {
  const html = prepared(response, page);
  response.send(html);
};

/** A page for people: the handler returns its {@link HtmlPage}. */
export const Page = () => applyDecorators(UseInterceptors(PageInterceptor), Compressed());
