"""The browser that WebKitWebDriver starts: WebKitGTK with its own test camera and microphone, which answers every request for them.

What goes wrong in a page is collected in `window.complaints`, which the tests read.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

COLLECT = """
window.complaints = [];
addEventListener('error', (event) => complaints.push(String(event.message)));
addEventListener('unhandledrejection', (event) => complaints.push(String(event.reason)));
addEventListener('securitypolicyviolation', (event) => complaints.push('policy ' + event.violatedDirective + ' ' + event.blockedURI));
"""

width, height = (int(part) for part in os.environ.get("WINDOW_SIZE", "390x844").split("x"))

data = WebKit2.WebsiteDataManager.new_ephemeral()
context = WebKit2.WebContext(website_data_manager=data)
context.set_sandbox_enabled(False)
context.set_automation_allowed(True)
context.set_preferred_languages(["en-US"])


def locate(manager):
    manager.update_position(WebKit2.GeolocationPosition.new(38.72, -9.14, 20))
    return True


context.get_geolocation_manager().connect("start", locate)


def permit(_view, request):
    request.allow()
    return True


def show(_session):
    manager = WebKit2.UserContentManager()
    manager.add_script(
        WebKit2.UserScript.new(
            COLLECT,
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(web_context=context, user_content_manager=manager, is_controlled_by_automation=True)
    settings = view.get_settings()
    settings.set_enable_media_stream(True)
    settings.set_enable_mock_capture_devices(True)
    view.connect("permission-request", permit)
    window = Gtk.Window()
    window.set_default_size(width, height)
    window.add(view)
    window.show_all()
    return view


def started(_context, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", show)


context.connect("automation-started", started)
loop = GLib.MainLoop()
loop.run()
