"""An app in miniature around the hosted page, in WebKit: what WKWebView does, through WebKitGTK.

Commands come as lines of JSON on stdin; what happens goes out as lines of JSON on stdout. The bridge is registered as iOS
registers it, and the host's own script (written by the Swift core, taken from the vectors) answers `ready`.
"""

import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402


def say(**event):
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


class Host:
    def __init__(self):
        self.script = ""
        self.grants = True
        self.files = []
        manager = WebKit2.UserContentManager()
        manager.connect("script-message-received::verify", self.hear)
        manager.register_script_message_handler("verify")
        context = WebKit2.WebContext.new_ephemeral()
        context.set_sandbox_enabled(False)
        self.view = WebKit2.WebView(web_context=context, user_content_manager=manager)
        settings = self.view.get_settings()
        settings.set_enable_media_stream(True)
        settings.set_enable_mock_capture_devices(True)
        settings.set_enable_write_console_messages_to_stdout(False)
        self.view.connect("permission-request", self.permit)
        self.view.connect("run-file-chooser", self.choose)
        self.view.connect("web-process-terminated", lambda _view, _reason: say(event="terminated"))
        self.view.connect("load-failed", lambda _view, _event, uri, error: say(event="loadFailed", message=error.message))
        window = Gtk.Window()
        window.set_default_size(390, 844)
        window.add(self.view)
        window.show_all()

    def hear(self, _manager, result):
        message = json.loads(result.get_js_value().to_json(0))
        say(event="message", message=message)
        if message.get("type") == "ready" and self.script:
            self.view.evaluate_javascript(self.script, -1, None, None, None, None, None)

    def permit(self, _view, request):
        if isinstance(request, WebKit2.UserMediaPermissionRequest):
            say(event="permission", granted=self.grants)
            request.allow() if self.grants else request.deny()
            return True
        return False

    def choose(self, _view, request):
        request.select_files(self.files)
        return True

    def evaluate(self, number, script):
        def done(view, result):
            try:
                value = view.evaluate_javascript_finish(result)
                say(event="value", number=number, value=json.loads(value.to_json(0) or "null"))
            except Exception as error:  # The test reads why.
                say(event="value", number=number, error=str(error))

        self.view.evaluate_javascript(script, -1, None, None, None, done)

    def obey(self, command):
        name = command["command"]
        if name == "configure":
            self.script = command["script"]
        elif name == "load":
            self.view.load_uri(command["url"])
        elif name == "evaluate":
            self.evaluate(command["number"], command["script"])
        elif name == "permissions":
            self.grants = command["grant"]
        elif name == "files":
            self.files = command["paths"]
        elif name == "terminate":
            self.view.terminate_web_process()
        elif name == "quit":
            Gtk.main_quit()
        return False


def read(host):
    for line in sys.stdin:
        GLib.idle_add(host.obey, json.loads(line))
    GLib.idle_add(Gtk.main_quit)


host = Host()
threading.Thread(target=read, args=(host,), daemon=True).start()
say(event="up", version=f"{WebKit2.get_major_version()}.{WebKit2.get_minor_version()}.{WebKit2.get_micro_version()}")
Gtk.main()
