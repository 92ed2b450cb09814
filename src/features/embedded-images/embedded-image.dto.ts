import { ApiProperty } from '@nestjs/swagger';
import { IMAGE_TYPES, type ImageType } from '../../platform/images/image-type.js';
import type { EmbeddedImage } from './embedded-image.entity.js';

export { PhotoDownloadUrl } from '../photos/photo.dto.js';

/** An image to be embedded as `<img src="image:{id}" alt="…">`. */
export class EmbeddedImageBody {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: IMAGE_TYPES })
  content_type: ImageType;

  /** Pixels, as shown; of one frame. */
  @ApiProperty({ type: 'integer' })
  width: number;

  @ApiProperty({ type: 'integer' })
  height: number;
}

export const toEmbeddedImage = ({ id, contentType, width, height }: EmbeddedImage): EmbeddedImageBody => ({
  id,
  content_type: contentType,
  width,
  height,
});
