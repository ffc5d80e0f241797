"""The size limit of uploaded files."""

from django.core.files.uploadhandler import FileUploadHandler, SkipFile


class SizeLimit(FileUploadHandler):
    """An upload handler that drops everything beyond MOST_BYTES, so that it fills neither memory nor disk."""

    received = 0

    def receive_data_chunk(self, raw_data, start):
        self.received += len(raw_data)
        if self.received > MOST_BYTES:
            raise SkipFile
        return raw_data

    def file_complete(self, file_size):
        return None


MOST_BYTES = 20 * 1024 * 1024
